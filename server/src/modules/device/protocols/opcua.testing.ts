import path from 'node:path';
import { DataType, StatusCodes, VariantArrayType } from 'node-opcua-client';
import { OPCUAServer } from 'node-opcua-server';
import { OPCUACertificateManager } from 'node-opcua-certificate-manager';

/** A server with the nodes of a machine tool, its count at -42; `mill` with `s3cret` may sign in, and so may nobody. */
export interface TestMill {
  readonly address: string;
  /** Says a status; `isGood` false says that nothing can be known of it. `time` is what its source claims. */
  status(value: string, isGood?: boolean, time?: Date): void;
  alarm(isActive: boolean): void;
  /** How often somebody tried to sign in as a user. */
  signIns(): number;
  stop(): Promise<void>;
}

/** Starts it; its certificates lie in `folder`. */
export async function startMill(
  port: number,
  folder: string,
  allowAnonymous = true,
): Promise<TestMill> {
  let tried = 0;
  const server = new OPCUAServer({
    allowAnonymous,
    port,
    hostname: '127.0.0.1',
    resourcePath: '/Mill',
    serverCertificateManager: new OPCUACertificateManager({
      rootFolder: path.join(folder, 'mill'),
      automaticallyAcceptUnknownCertificate: true,
      disableFileWatchers: true,
    }),
    userManager: {
      isValidUser(user: string, password: string) {
        tried += 1;
        return user === 'mill' && password === 's3cret';
      },
    },
  });
  await server.initialize();
  const space = server.engine.addressSpace;
  if (!space) throw new Error('The server has no address space.');
  const names = space.getOwnNamespace();
  const mill = names.addObject({ organizedBy: space.rootFolder.objects, browseName: 'Mill' });
  const node = (name: string, type: 'String' | 'Boolean' | 'Int64', value: unknown) =>
    names.addVariable({
      componentOf: mill,
      nodeId: `s=Mill.${name}`,
      browseName: name,
      dataType: type,
      value: { dataType: DataType[type], arrayType: VariantArrayType.Scalar, value },
    });
  const status = node('Status', 'String', 'idle');
  const alarm = node('Alarm', 'Boolean', false);
  node('Count', 'Int64', [0xffffffff, 0xffffffd6]);
  await server.start();
  return {
    address: `opc.tcp://127.0.0.1:${port}/Mill`,
    status: (value, isGood = true, time = new Date()) =>
      status.setValueFromSource(
        { dataType: DataType.String, value },
        isGood ? StatusCodes.Good : StatusCodes.BadCommunicationError,
        time,
      ),
    alarm: (value) => alarm.setValueFromSource({ dataType: DataType.Boolean, value }),
    signIns: () => tried,
    stop: () => server.shutdown(0),
  };
}
