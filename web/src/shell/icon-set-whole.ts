import * as whole from '@ant-design/icons';

/** Every icon there is; a chunk of its own for menus edited by hand. */
export default whole as unknown as Record<string, unknown>;
