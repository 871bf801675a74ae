import type {Offer, Pulsewall} from '../wire/capabilities'

/** Whether the server has all that Pulsewall adds to the specified calls. An unknown offer is null or undefined. */
export const isPulsewall = (offer: Offer | null | undefined): offer is Pulsewall =>
  typeof offer === 'object' && offer !== null

/** Whether both servers are asked in the same way. Nothing is asked before the offer is known. */
export const isSameOffer = (one: Offer | null, other: Offer | null): boolean => isPulsewall(one) === isPulsewall(other)
