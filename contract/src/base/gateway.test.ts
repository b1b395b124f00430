import { expect, it } from 'vitest';
import { checkDraft } from '../kernel/check.ts';
import { gateway } from './gateway.ts';

const problemsOf = (protocol: string, address: string) =>
  checkDraft(gateway, { code: 'GW-1', name: 'GW-1', protocol, address }, 'create').problems.map(
    ({ field, key }) => [field, key],
  );
const REFUSED = [['address', 'gateway.edit.address']];

it('an agent is named by host and path, so that nobody else is asked for anything else', () => {
  for (const address of ['http://10.20.4.33:5000/Mazak', 'https://agent', 'http://[fd00::1]:5000/'])
    expect(problemsOf('mtconnect', address), address).toEqual([]);
  for (const address of [
    'http://10.20.4.33:5000/any/page?x=',
    'http://10.20.4.33:5000/any/page#',
    'http://user:word@10.20.4.33:5000',
    'file:///etc/passwd',
    'ftp://10.20.4.33',
  ])
    expect(problemsOf('mtconnect', address), address).toEqual(REFUSED);
});

it('an OPC UA server and an adapter have addresses of their own', () => {
  expect(problemsOf('opcua', 'opc.tcp://10.20.4.33:4840')).toEqual([]);
  expect(problemsOf('opcua', 'http://10.20.4.33:4840')).toEqual(REFUSED);
  expect(problemsOf('shdr', '10.20.4.33:7878')).toEqual([]);
  expect(problemsOf('shdr', 'http://10.20.4.33/')).toEqual(REFUSED);
});
