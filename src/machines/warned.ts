/** Tells of a call that has failed. */
export const warned = (text: string) =>
  ({type: 'warn', params: ({event: {error}}: {event: {error: unknown}}) => ({text, error})}) as const
