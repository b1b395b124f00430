import { z } from 'zod';
import { giveZod } from '../kernel/zod-given.ts';

// Imported for its effect by what judges drafts: forms, dialogs with fields, mappings.
giveZod(z);
