import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { OPCUACertificateManager } from 'node-opcua-certificate-manager';

/**
 * Certificates of one gateway in a folder of its own: ours, made when it is first needed, and that of the server, which
 * is taken as it is the first time and must be the same ever after. Removing `trusted/certs` takes a new one.
 */
export async function pinnedCertificates(folder: string): Promise<OPCUACertificateManager> {
  const known = await readdir(path.join(folder, 'trusted', 'certs')).catch(() => []);
  return new OPCUACertificateManager({
    rootFolder: folder,
    automaticallyAcceptUnknownCertificate: known.length === 0,
    disableFileWatchers: true,
  });
}
