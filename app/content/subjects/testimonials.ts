import { contentSubject } from "../subject";

export const testimonials = contentSubject({
  api: () => import("#contract/testimonials").then(({ testimonialsApi }) => testimonialsApi.admin),
  fields: [
    { name: "quote", kind: "text", localized: true },
    { name: "speaker", kind: "line", localized: true, hint: true },
    { name: "initials", kind: "line" },
    { name: "consentedOn", kind: "date", hint: true },
    { name: "consentFileId", kind: "file", hint: true },
    { name: "withdrawnOn", kind: "date", hint: true },
  ],
  columns: ["initials", "speaker", "consentedOn", "withdrawnOn"],
  publicPage: "/#testimonials",
  drawing: "door",
});
