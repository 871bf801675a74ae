/** A spreadsheet runs a text that begins like a formula; an apostrophe keeps it a text. */
export const defused = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
