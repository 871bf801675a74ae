/** The token of a link; empty when the link lost it. */
export const tokenOf = (search: URLSearchParams): string => search.get('token') ?? ''
