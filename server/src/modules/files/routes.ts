import type { Route } from '../../kernel/http/route.ts';
import { downloadRoute } from './download.ts';
import { partRoutes } from './parts.ts';
import { uploadRoutes } from './upload.ts';

/** Every call of the file service. */
export const fileRoutes: readonly Route[] = [...uploadRoutes, ...partRoutes, downloadRoute];
