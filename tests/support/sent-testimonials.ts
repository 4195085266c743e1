import type { TestBackend, testClock } from "./backend";
import { oldProof } from "./form-proof";

const words = {
  initials: "Inès",
  speaker: "étudiante à Lyon",
  quote: "On m’attendait à la porte.",
  email: "ines@example.org",
  consent: "on",
  agreement: "1",
  website: "",
};

/** Sends a testimonial as the form does; answers how it was received. */
export async function sendTestimonial(
  backend: TestBackend,
  time: Pick<ReturnType<typeof testClock>, "pass">,
  more: Record<string, unknown> = {},
  language = "fr",
) {
  const proof = await oldProof(backend, time);
  const headers = { "accept-language": language };
  return backend.request("/api/testimonials", { method: "POST", headers, json: { ...words, proof, ...more } });
}
