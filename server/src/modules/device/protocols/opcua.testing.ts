import path from 'node:path';
import { DataType, StatusCodes, type UAVariable } from 'node-opcua-server';
import { OPCUAServer } from 'node-opcua-server';
import { OPCUACertificateManager } from 'node-opcua-certificate-manager';

/** A server with the nodes of a machine tool; `mill` with `s3cret` may sign in, and so may nobody. */
export interface TestMill {
  readonly address: string;
  /** Says a status; `isGood` false says that nothing can be known of it. */
  status(value: string, isGood?: boolean): void;
  alarm(isActive: boolean): void;
  count(value: number): void;
  stop(): Promise<void>;
}

/** Starts it; its certificates lie in `folder`. */
export async function startMill(port: number, folder: string): Promise<TestMill> {
  const server = new OPCUAServer({
    port,
    hostname: '127.0.0.1',
    resourcePath: '/Mill',
    serverCertificateManager: new OPCUACertificateManager({
      rootFolder: path.join(folder, 'mill'),
      automaticallyAcceptUnknownCertificate: true,
      disableFileWatchers: true,
    }),
    userManager: {
      isValidUser: (user: string, password: string) => user === 'mill' && password === 's3cret',
    },
  });
  await server.initialize();
  const space = server.engine.addressSpace;
  if (!space) throw new Error('The server has no address space.');
  const names = space.getOwnNamespace();
  const mill = names.addObject({ organizedBy: space.rootFolder.objects, browseName: 'Mill' });
  const node = (name: string, type: 'String' | 'Boolean' | 'Int64', value: unknown): UAVariable =>
    names.addVariable({
      componentOf: mill,
      nodeId: `s=Mill.${name}`,
      browseName: name,
      dataType: type,
      value: { dataType: DataType[type], value },
    });
  const status = node('Status', 'String', 'idle');
  const alarm = node('Alarm', 'Boolean', false);
  const count = node('Count', 'Int64', [0, 0]);
  await server.start();
  return {
    address: `opc.tcp://127.0.0.1:${port}/Mill`,
    status: (value, isGood = true) =>
      status.setValueFromSource(
        { dataType: DataType.String, value },
        isGood ? StatusCodes.Good : StatusCodes.BadCommunicationError,
      ),
    alarm: (value) => alarm.setValueFromSource({ dataType: DataType.Boolean, value }),
    count: (value) => count.setValueFromSource({ dataType: DataType.Int64, value: [0, value] }),
    stop: () => server.shutdown(0),
  };
}
