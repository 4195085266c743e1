import { MessageCircle } from "lucide";
import type { Localized } from "#contract/formats/localized";
import { ApiError } from "~/api/api-error";
import { SentPanel } from "~/subjects/testimonials/sent-panel";
import { TestimonialTabs } from "~/subjects/testimonials/testimonial-tabs";
import { waitingTestimonials } from "~/subjects/testimonials/waiting";
import { contentPanel, contentSubject } from "./subject";

export const testimonials = contentSubject({
  api: () => import("#contract/publishing/testimonials").then(({ testimonialsApi }) => testimonialsApi.admin),
  tool: { name: "testimonials", icon: MessageCircle, family: "site" },
  fields: [
    { name: "quote", kind: "text", localized: true },
    { name: "speaker", kind: "line", localized: true, hint: true },
    { name: "initials", kind: "line", width: "short" },
    { name: "consentedOn", kind: "date", hint: true },
    { name: "consentFileId", kind: "file", hint: true },
    { name: "withdrawnOn", kind: "date", hint: true },
  ],
  groups: [
    { name: "what", fields: ["quote", "speaker", "initials"] },
    { name: "consent", fields: ["consentedOn", "consentFileId", "withdrawnOn"] },
  ],
  columns: ["initials", "speaker", "consentedOn", "withdrawnOn"],
  publicPage: "/#testimonials",
  drawing: "door",
  panels: [
    contentPanel("overList", { load: ({ context }) => waitingTestimonials(context), Panel: TestimonialTabs }),
    contentPanel("besideForm", {
      async load({ context: { api } }, record) {
        const { sentTestimonialsApi } = await import("#contract/publishing/sent-testimonials");
        const sent = await api.call(sentTestimonialsApi.get, { params: { id: record?.id ?? "" } }).catch(nothingSent);
        return sent && { ...sent, toTranslate: !(record?.quote as Localized | undefined)?.fr };
      },
      Panel: SentPanel,
    }),
  ],
});

function nothingSent(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
