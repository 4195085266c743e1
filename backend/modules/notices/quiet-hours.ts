import { franceDay, franceWallTime, instantInFrance } from "#contract/formats/france-time";

/** From 21:00 to 8:00 in France, devices get urgent notifications only. */
const quietFrom = 21;
const quietUntil = 8;

export function isQuiet(now: Date): boolean {
  const hour = Number(franceWallTime(now).slice(11, 13));
  return hour >= quietFrom || hour < quietUntil;
}

/** When the quiet hours of this day begin; for an instant outside them, the next ones. */
export function quietHoursAfter(now: Date): Date {
  return instantInFrance(`${franceDay(now)}T${quietFrom}:00`) ?? now;
}
