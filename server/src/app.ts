import type { FastifyInstance } from 'fastify';
import type { Config } from './kernel/config.ts';
import type { Database } from './kernel/database/database.ts';
import { allowOrigins } from './kernel/http/cross-origin.ts';
import { registerRoutes } from './kernel/http/register.ts';
import { httpServer } from './kernel/http/server.ts';
import { exportJob } from './kernel/jobs/export-job.ts';
import { importJob } from './kernel/jobs/import-job.ts';
import { runJobs } from './kernel/jobs/run-jobs.ts';
import { serveClient } from './kernel/http/static-files.ts';
import { serveWatching } from './kernel/metrics/watching.ts';
import { openServices, type Services } from './kernel/services.ts';
import { keepTelling } from './modules/alarm/passing-alarms.ts';
import { claimClientName } from './modules/device/protocols/client-name.ts';
import { openMqtt } from './modules/device/protocols/mqtt.ts';
import { appliers } from './modules/device/appliers.ts';
import { keepApplying } from './modules/device/apply-waiting.ts';
import { keepReading } from './modules/device/protocols/readers.ts';
import { keepListening } from './modules/device/silence.ts';
import { keepEquipmentDays } from './modules/log/equipment-days.ts';
import { keepBoards } from './modules/kanban/keep-boards.ts';
import { tellJobEnd } from './modules/notice/job-ends.ts';
import { countApplier } from './modules/production/take-counts.ts';
import { keepTime } from './modules/production/passing-time.ts';
import { allBehaviours, allRoutes } from './routes.ts';

/**
 * Builds the application on an open database in which the product is installed (`kernel/bootstrap.ts`); it does
 * not listen yet. Closing it empties its buffers; the database stays open.
 */
export async function createApp(config: Config, database: Database): Promise<FastifyInstance> {
  const app = await httpServer(config);
  const services = await openServices(config, database, app.log);
  app.decorate('services', services);
  allowOrigins(app, services.settings);
  serveWatching(app, services);
  registerRoutes(app, services, allRoutes(services));
  await serveClient(app);
  const stopListening = keepListening(services);
  const stopTelling = keepTelling(services);
  const stopSumming = keepEquipmentDays(services);
  const readers = keepReading(services);
  appliers.set('count', countApplier);
  const waiting = keepApplying(services);
  const mqtt = await mqttOf(services);
  const stopTime = keepTime(services);
  const modules = allBehaviours(services);
  const moduleOf = (name: string) => modules.find(({ entity }) => entity.name === name);
  const works = {
    export: exportJob(services, moduleOf),
    import: importJob(services, moduleOf),
  };
  const jobs = runJobs(services, works, tellJobEnd);
  // Before the server waits for its calls to end: those of boards never end by themselves.
  const stopBoards = keepBoards(services);
  app.addHook('preClose', async () => stopBoards());
  app.addHook('onClose', async () => {
    stopTime();
    await stopListening();
    stopTelling();
    stopSumming();
    await readers.close();
    await waiting.close();
    await mqtt?.close();
    await jobs.close();
    await services.close();
  });
  return app;
}

async function mqttOf(services: Services): Promise<{ close(): Promise<void> } | null> {
  const { mqtt, host } = services.config;
  if (mqtt.port === null && mqtt.url === null) return null;
  if (mqtt.url === null) return openMqtt(services, { ...mqtt, host, name: '' });
  const { name, release } = await claimClientName(services);
  const opened = await openMqtt(services, { ...mqtt, host, name });
  return {
    async close() {
      await opened.close();
      await release();
    },
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
  }
}
