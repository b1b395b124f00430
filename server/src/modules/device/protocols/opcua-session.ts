import path from 'node:path';
import type {
  ClientMonitoredItem,
  ClientSubscription,
  DataValue,
  OPCUAClient,
} from 'node-opcua-client';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { signInOf } from '../gateway-sign-in.ts';
import { pinnedCertificates } from './opcua-certificates.ts';

/** A session with a subscription at an OPC UA server. */
export interface OpcuaSession {
  /** Hears of changes of a node, first of what is now. Throws with the server's word for one that cannot be heard. */
  watch(node: string, told: (value: DataValue) => void): Promise<void>;
  /** Resolves when nothing can be heard any more. */
  readonly lost: Promise<void>;
  close(): Promise<void>;
}

/** Connects to the server of a gateway, signs in and subscribes. Throws when one of these is refused. */
export async function openSession(services: Services, gateway: Gateway): Promise<OpcuaSession> {
  const signIn = await signInOf(services, gateway);
  const library = await import('node-opcua-client');
  const folder = path.join(services.config.dataFolder, 'opcua', gateway.id);
  const isSecured = gateway.security === 'basic256sha256';
  const certificates = await pinnedCertificates(folder);
  const client = library.OPCUAClient.create({
    applicationName: 'Millwright',
    clientName: `Millwright ${gateway.code}`,
    clientCertificateManager: certificates,
    connectionStrategy: { maxRetry: 0, initialDelay: 100, maxDelay: 1000 },
    endpointMustExist: false,
    keepSessionAlive: true,
    requestedSessionTimeout: 60_000,
    securityMode: library.MessageSecurityMode[isSecured ? 'SignAndEncrypt' : 'None'],
    securityPolicy: library.SecurityPolicy[isSecured ? 'Basic256Sha256' : 'None'],
  });
  // The library holds every manager of certificates until it is disposed of.
  const end = async () => {
    await client.disconnect();
    await certificates.dispose();
  };
  try {
    await client.connect(gateway.address ?? '');
    const session = await client.createSession(
      signIn ? { type: library.UserTokenType.UserName, ...signIn } : undefined,
    );
    const subscription = await session.createSubscription2(SUBSCRIPTION);
    const lost = whenLost(client, subscription);
    return {
      async watch(node, told) {
        const item = await subscription.monitor(
          { nodeId: node, attributeId: library.AttributeIds.Value },
          { samplingInterval: 200, queueSize: 100, discardOldest: true },
          library.TimestampsToReturn.Both,
        );
        refuseBad(item);
        item.on('changed', told);
      },
      lost,
      close: end,
    };
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
}

function refuseBad({ statusCode }: ClientMonitoredItem & { statusCode?: { name: string } }): void {
  if (statusCode && statusCode.name !== 'Good') throw new Error(statusCode.name);
}

/** The library would connect again by itself; here a lost session is given up, so that all begins with what is now. */
function whenLost(client: OPCUAClient, subscription: ClientSubscription): Promise<void> {
  return new Promise((resolve) => {
    let heard = Date.now();
    const note = () => {
      heard = Date.now();
    };
    subscription.on('keepalive', note).on('received_notifications', note);
    const timer = setInterval(() => {
      if (Date.now() - heard > SILENT_MS) end();
    }, 1000);
    const end = () => {
      clearInterval(timer);
      resolve();
    };
    client.on('connection_lost', end).on('close', end);
    subscription.on('terminated', end);
  });
}

/** Keep-alives come every 5 s where nothing changes. */
const SUBSCRIPTION = {
  requestedPublishingInterval: 250,
  requestedLifetimeCount: 240,
  requestedMaxKeepAliveCount: 20,
  maxNotificationsPerPublish: 1000,
  publishingEnabled: true,
  priority: 1,
};
const SILENT_MS = 20_000;
