import * as z from 'zod/mini'
import {addition} from './route'

/**
 * The answer of a server that has all additions to the specified calls. Another version of the server hands out another
 * `build` of the client.
 */
export const pulsewall = z.object({
  /** The version of the additions. Only people who are signed in see the version of the server. */
  pulsewall: z.number(),
  /** Names the build of the client that the server hands out; a page that came with another one is old. */
  build: z.optional(z.string()),
  /** Devices connect by MQTT to these ports of the server, the one without and the one with TLS. */
  mqtt: z.optional(z.object({port: z.optional(z.number()), tlsPort: z.optional(z.number())})),
})
export type Pulsewall = z.infer<typeof pulsewall>

/** The version of the additions that this contract describes. */
export const ADDITIONS_VERSION = 1

/** The calls of a server: those of the specification alone, or those of Pulsewall besides. */
export type Offer = 'specified' | Pulsewall

/** Any other answer means a server with the specified calls alone. */
export const readOffer = addition('GET', '/api/v0/capabilities', {answer: pulsewall})
