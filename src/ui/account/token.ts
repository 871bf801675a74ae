/** Reads the token of a mail's link; it is empty when the link was cut. */
export const tokenOf = (search: URLSearchParams): string => search.get('token') ?? ''
