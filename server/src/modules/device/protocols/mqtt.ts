import { once } from 'node:events';
import net from 'node:net';
import type { Services } from '../../../kernel/services.ts';
import type { Broker } from './mqtt-broker.ts';

/** Where messages come over MQTT: a broker of our own on a port, or any other by its address. Both may be off. */
export interface MqttSettings {
  readonly host: string;
  readonly port: number | null;
  /** The port is the usual one, which nobody chose: when it is taken, the server goes on without until it is free. */
  readonly isUsualPort?: boolean;
  readonly url: string | null;
  /** Name of the shared subscription at the other broker; null for brokers that know none. */
  readonly share: string | null;
  /** Name of this process at the other broker, the same after a restart. */
  readonly name: string;
  /** Milliseconds that a connection to our own broker may stand before somebody signs in. */
  readonly signInMs?: number;
}

interface Closing {
  close(): Promise<void>;
}

/**
 * Takes messages from MQTT. A gateway publishes a message or an array of messages as JSON on
 * `millwright/{clientId}/messages` with QoS 1; it is acknowledged when the messages are on disk, and answered on
 * `millwright/{clientId}/answers`. Several processes at one broker share the load. At our own broker edge nodes of
 * Sparkplug B speak too; at another one each is read by itself (`sparkplug.ts`).
 */
export async function openMqtt(services: Services, settings: MqttSettings): Promise<Closing> {
  const { port, url } = settings;
  const broker = port === null ? null : await listen(services, { ...settings, port });
  const client =
    url === null ? null : (await import('./mqtt-client.ts')).openClient(services, url, settings);
  return {
    async close() {
      await client?.close();
      await broker?.close();
    },
  };
}

/** A broker of our own, whose library is loaded for the first who connects. */
async function listen(
  services: Services,
  { host, port, isUsualPort = false, signInMs }: MqttSettings & { port: number },
): Promise<Closing> {
  const sockets = new Set<net.Socket>();
  let opening: Promise<Broker> | null = null;
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    opening ??= import('./mqtt-broker.ts').then(({ openBroker }) => openBroker(services, signInMs));
    opening.then(
      (broker) => broker.handle(socket),
      (error: unknown) => {
        services.report(error, 'The MQTT broker could not be opened.');
        socket.destroy();
      },
    );
  });
  const stopTrying = await holdPort(services, server, { host, port, isUsualPort });
  return {
    async close() {
      stopTrying();
      const broker = await opening;
      await broker?.close();
      // Also those over which nobody signed in yet.
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Listens, or tries again every few seconds while another process holds the usual port: when that one ends, machines
 * find this one. What it returns ends the trying. Throws where the port was chosen and is taken.
 */
async function holdPort(
  services: Services,
  server: net.Server,
  {
    host,
    port,
    isUsualPort,
  }: Required<Pick<MqttSettings, 'host' | 'isUsualPort'>> & { port: number },
): Promise<() => void> {
  let waiting: NodeJS.Timeout | undefined;
  const bind = async () => {
    server.listen(port, host);
    await once(server, 'listening');
  };
  const tryLater = () => {
    waiting = setTimeout(() => void bind().catch(tryLater), TRY_AGAIN_MS);
    waiting.unref();
  };
  try {
    await bind();
  } catch (error) {
    if (!isUsualPort) throw error;
    services.report(
      error,
      `No MQTT broker on port ${port} while another process holds it; MQTT_PORT chooses another port, or off.`,
    );
    tryLater();
  }
  return () => clearTimeout(waiting);
}

const TRY_AGAIN_MS = 3_000;
