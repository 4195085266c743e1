import * as z from "zod";

const degrees = (message: string, max: number) => z.number(message).min(-max, message).max(max, message);

/** A point's place on the globe, in degrees as people write them in a form. */
export const latitude = degrees("content:error.latitude", 90);
export const longitude = degrees("content:error.longitude", 180);
