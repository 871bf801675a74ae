/** A server tells the addresses of files relative to itself, or whole. */
export const absoluteUrl = (apiBase: string, url: string): string =>
  new URL(url, apiBase === '' ? window.location.origin : apiBase).href
