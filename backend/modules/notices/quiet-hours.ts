import { dayAfter, franceDay, franceWallTime, instantInFrance } from "#contract/formats/france-time";

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

/** This instant, or the end of the quiet hours that it is in. */
export function outsideQuietHours(now: Date): Date {
  if (!isQuiet(now)) return now;
  const isEvening = franceWallTime(now).slice(11) >= `${quietFrom}:00`;
  const day = isEvening ? dayAfter(franceDay(now)) : franceDay(now);
  return instantInFrance(`${day}T0${quietUntil}:00`) ?? now;
}
