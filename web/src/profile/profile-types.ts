import type { BoardDensity } from '@millwright/contract/system/run-model';

/** One's own data, as `GET /api/user/info` gives it. */
export interface Profile {
  readonly username?: string;
  readonly realName?: string;
  readonly nickname?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly gender?: string | null;
  readonly avatar?: string | null;
  readonly departName?: string;
  readonly roles?: readonly (
    | string
    | { readonly roleName: string; readonly roleNameEn?: string }
  )[];
  readonly lastLogin?: {
    readonly time: string;
    readonly ip: string;
    readonly location?: string;
  } | null;
  readonly lastLoginAt?: string | null;
  readonly lastLoginIp?: string | null;
  readonly revision?: number;
}

/** The settings of one's workstation, as `GET /api/system/run/model` gives them. */
export interface RunModel {
  readonly lockAfterMinutes: number;
  readonly homePath: string | null;
  readonly soundOnAlarm: boolean;
  readonly kanbanDensity: BoardDensity;
}
