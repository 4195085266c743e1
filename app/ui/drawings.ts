/** Cut-paper drawings: flat shapes in the theme's colours. Their lines are ink, or white on dark backgrounds (`on-dark`). */
export const drawings = {
  crate: {
    viewBox: "0 0 160 120",
    shapes: `<path fill="#4fb37d" d="M62 40c-8-16 0-28 4-34 4 10 8 18 4 34zM104 42c4-18 14-22 22-24 0 10-6 20-14 26z"/><path fill="#f08a2c" d="M30 20l26 44H44zM44 14l20 50H54z"/><path fill="#4fb37d" d="M28 22c-6-6-4-12-4-16 6 2 8 8 8 12zM42 16c-4-8 0-12 2-16 4 4 6 10 4 14z"/><circle fill="var(--color-primary-vivid)" cx="82" cy="48" r="18"/><circle fill="var(--color-primary-pale)" cx="112" cy="54" r="15"/><path fill="var(--color-sun)" d="M128 60c-2-16 8-26 14-28 2 14-2 24-8 30z"/><path fill="#c39a63" d="M16 58h128l-8 56H24z"/><path fill="#e0c294" d="M12 56h136v14H12zM20 79h120l-2 12H22zM24 100h112l-1 12H25z"/>`,
  },
  bike: {
    viewBox: "0 0 160 120",
    shapes: `<g fill="none" stroke="var(--drawing-line,#211a1c)" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"><circle cx="36" cy="84" r="25"/><circle cx="124" cy="84" r="25"/><path d="M36 84l24-44h44l20 44M60 40l20 44h-44M80 84l27-38M104 40l-5-18h14M54 40h16"/></g><path fill="var(--color-sun)" d="M12 6h40v34H12z"/><path fill="#f5e9d8" d="M12 6h40v8H12z"/><path fill="#4fb37d" d="M20 6c-2-6 2-6 4-6 2 2 2 4 0 6zM36 6c0-6 4-6 6-6 0 2-2 4-4 6z"/>`,
  },
  door: {
    viewBox: "0 0 160 120",
    shapes: `<path fill="#e0c294" d="M44 8h62v104H44z"/><path fill="var(--color-primary-vivid)" d="M52 16h46v96H52z"/><path fill="var(--color-primary-pale)" d="M60 26h30v26H60zM60 62h30v36H60z"/><circle fill="var(--color-sun)" cx="92" cy="64" r="4"/><rect fill="#f5e9d8" x="116" y="34" width="16" height="24" rx="8"/><circle fill="var(--color-primary-vivid)" cx="124" cy="46" r="4.5"/><path fill="#f08a2c" d="M124 66l8-2 6 28-8 2z"/><path fill="#4fb37d" d="M112 70c-4-8 0-12 2-14 4 4 4 10 2 14z"/><path fill="#c39a63" d="M104 80h38l3 32h-44z"/><path fill="#f5e9d8" d="M14 112h134v5H14z"/>`,
  },
  kit: {
    viewBox: "0 0 120 120",
    shapes: `<path fill="#f08a2c" d="M70 8l12-3 8 44-12 3z"/><path fill="#4fb37d" d="M30 46C22 30 26 18 32 10c8 8 12 22 10 36zM46 46c-4-20 4-30 12-36 4 14 4 26-2 36z"/><circle fill="var(--color-primary-vivid)" cx="64" cy="40" r="11"/><path fill="#fff" d="M88 42V26l3-4v-8h8v8l3 4v18z"/><path fill="#e0c294" d="M20 42h82l6 72H14z"/><path fill="#c39a63" d="M20 42h82l1 9H19z"/><g transform="translate(36 59) scale(.48)" fill="none" stroke-width="11"><rect x="10" y="14" width="48" height="72" rx="24" mask="url(#ma)" stroke="var(--color-primary)"/><rect x="42" y="14" width="48" height="72" rx="24" mask="url(#mb)" stroke="var(--color-primary-vivid)"/></g>`,
  },
  coat: {
    viewBox: "0 0 120 120",
    shapes: `<path fill="none" stroke="var(--drawing-line,#211a1c)" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" d="M60 24v-6a6 6 0 1 1 8 5.600L60 30 26 50M60 30l34 20"/><path fill="var(--coat,var(--color-primary))" d="M42 38l18-6 18 6 24 14-6 34-12-4v34H36V82l-12 4-6-34z"/><path fill="var(--color-primary-active)" d="M60 44l18-6-10 22-8 12-8-12-10-22z"/><path fill="#fff" d="M60 52l-6-10h12z"/><circle fill="var(--color-sun)" cx="60" cy="84" r="3.5"/><circle fill="var(--color-sun)" cx="60" cy="98" r="3.5"/><path fill="var(--color-primary-active)" d="M41 90h12v4H41zM67 90h12v4H67z"/>`,
  },
  coin: {
    viewBox: "0 0 120 120",
    shapes: `<path fill="#f08a2c" d="M20 68a42 36 0 0 0 84 0v12a42 36 0 0 1-84 0z"/><ellipse fill="#f5e9d8" cx="62" cy="68" rx="42" ry="36"/><ellipse fill="var(--color-sun)" cx="62" cy="68" rx="33" ry="28"/><path fill="none" stroke="#211a1c" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" d="M74 54a15 13 0 1 0 0 24M44 63h20M44 70h18"/><path fill="#4fb37d" d="M62 30c-6-10-2-18 0-24 6 6 8 16 4 24zM72 30c2-10 10-14 16-14 0 8-6 14-12 16z"/>`,
  },
  hanger: {
    viewBox: "0 0 160 120",
    shapes: `<path fill="none" stroke="var(--drawing-line,#211a1c)" stroke-width="6" stroke-linecap="round" d="M10 14h140"/><path fill="none" stroke="var(--drawing-line,#211a1c)" stroke-width="5" stroke-linecap="round" d="M36 30V20a5 5 0 1 0-5-5M80 30V20a5 5 0 1 0-5-5M124 30V20a5 5 0 1 0-5-5"/><path fill="var(--color-primary-vivid)" d="M36 28l20 14-6 12-4-2v36H26V52l-4 2-6-12z"/><path fill="#fff" d="M80 28l22 14-6 12-4-2v60H68V52l-4 2-6-12z"/><path fill="#f08a2c" d="M77 36h6l3 34-6 10-6-10z"/><path fill="var(--color-primary)" d="M124 28l22 16-8 11-4-3 8 48h-36l8-48-4 3-8-11z"/><path fill="var(--color-primary-active)" d="M114 62h20l1 7h-22z"/>`,
  },
  letter: {
    viewBox: "0 0 160 120",
    shapes: `<path fill="#4fb37d" d="M34 34c-8-16-2-26 4-32 8 8 8 20 4 32zM48 34c0-14 8-20 16-22 2 10-4 18-12 24z"/><path fill="#fff" d="M40 22h80v60H40z"/><path fill="var(--color-primary-pale)" d="M50 32h44v5H50zM50 43h58v5H50zM50 54h32v5H50z"/><path fill="#f08a2c" d="M104 28h10v12h-10z"/><path fill="#c39a63" d="M22 50l58 34 58-34v64H22z"/><path fill="#e0c294" d="M22 50l52 40-52 24zM138 50L86 90l52 24z"/><path fill="#e0c294" d="M22 114l50-36a14 14 0 0 1 16 0l50 36z"/><circle fill="var(--color-primary)" cx="80" cy="88" r="9"/><circle fill="var(--color-primary-vivid)" cx="80" cy="88" r="4.5"/>`,
  },
  phone: {
    viewBox: "0 0 120 120",
    shapes: `<path fill="#c39a63" d="M22 60h76l10 50H12z"/><path fill="#e0c294" d="M22 60h76l4 20H18z"/><path fill="var(--color-primary)" d="M14 30c24-18 68-18 92 0l4 22H84l-4-14c-12-5-28-5-40 0l-4 14H10z"/><circle fill="#f5e9d8" cx="60" cy="82" r="19"/><circle fill="#f08a2c" cx="60" cy="82" r="7"/>`,
  },
  pencil: {
    viewBox: "0 0 120 120",
    shapes: `<path fill="#f5e9d8" d="M16 22h72v90H16z"/><path fill="none" stroke="var(--color-primary-vivid)" stroke-width="6" stroke-linecap="round" d="M30 46h40M30 64h28M30 82h34"/><path fill="var(--color-sun)" d="M92 16l16 12-44 58-16-12z"/><path fill="#e0c294" d="M48 74l16 12-20 12z"/><path fill="#f08a2c" d="M98 8a6 6 0 0 1 8-1l8 6a6 6 0 0 1 1 8l-7 7-16-12z"/>`,
  },
} as const;
export type DrawingName = keyof typeof drawings;
