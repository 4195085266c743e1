/** A text escaped for XML, between tags or in an attribute. */
export const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
