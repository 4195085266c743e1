/** One text for everything the build is made of: another fingerprint means another build. */
export function fingerprint(): string;
