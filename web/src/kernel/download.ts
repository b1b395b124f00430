import type { Job } from '@millwright/contract/system/job';
import { api } from './api.ts';
import type { Params } from './params.ts';

/** The type that Excel downloads carry. */
export const EXCEL_TYPE = 'application/vnd.ms-excel';

/**
 * Calls an export and saves it as `{title}_{yyyyMMddHHmmss}.xlsx`. One of many rows is made in the background: its job is
 * given then, and nothing is saved yet.
 */
export async function downloadExcel(
  path: string,
  params: Params,
  title: string,
): Promise<Job | undefined> {
  const { file, data } = await api.fileOr(path, params);
  if (!file) return (data as { job: Job }).job;
  saveBlob(new Blob([file.blob], { type: EXCEL_TYPE }), fileName(title, 'xlsx', new Date()));
  return undefined;
}

/** The file name of a download: title and local timestamp, `生产订单_20251106143205.xlsx`. */
export function fileName(title: string, ending: string, at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  return `${title}_${day}${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}.${ending}`;
}

/** Hands a blob to the browser as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
