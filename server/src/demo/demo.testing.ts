import { installProduct } from '../kernel/bootstrap.ts';
import { type TestDatabase, testDatabase } from '../kernel/database/testing.ts';
import { demoCompany, loadDemo } from './load-demo.ts';

/** The moment of the documents' pictures: Thursday 2025-11-06, 14:32 in China. */
export const NOW = new Date('2025-11-06T06:32:00Z');

/** A database with the demo as it is loaded at a moment. */
export async function demoAt(now: Date): Promise<TestDatabase> {
  const database = await testDatabase();
  await installProduct(database.app, {
    adminPassword: 'demo-demo',
    mustChangePassword: false,
    company: demoCompany,
  });
  await loadDemo(database.app, now);
  return database;
}
