import { expect, it } from 'vitest';
import { testApp } from '../../kernel/testing.ts';

// On a server of its own, whose limit of sign-in calls nobody else has used.
it('guessing cannot be hurried by tries sent together', async () => {
  const test = await testApp();
  const { username } = await test.makeUser('planner', await test.makeSite());
  const sent = Array.from({ length: 12 }, (_, index) =>
    test.call('POST', '/api/user/auth/login', { username, password: `wrong-${index}` }),
  );
  const codes = (await Promise.all(sent)).map(({ code }) => code).sort((a, b) => a - b);
  expect(codes).toEqual([...Array(5).fill(1001), ...Array(7).fill(1002)]);
  await test.close();
});
