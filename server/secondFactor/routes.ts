import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import {
  passkeyConfirmation,
  passkeyOffer,
  passkeyRemoval,
  recoveryCodes,
  secondFactorChange,
  secondFactorState,
  totpConfirmation,
  totpOffer,
} from '../../contract/wire/secondFactor'
import {callerOf} from '../access/viewer'
import {refusals} from '../http/errors'
import {relyingPartyOf} from '../http/relyingParty'
import type {OwnSecondFactor} from './own'
import type {SecondFactorRepository} from './repository'
import type {Rescue} from './rescue'

export interface SecondFactorRoutesOptions {
  secondFactors: Pick<SecondFactorRepository, 'stateOf'>
  own: OwnSecondFactor
  rescue: Rescue
  onMailQueued: () => void
  onSessionEnded: (sessionId: string) => void
}

export const secondFactorRoutes: FastifyPluginAsyncZod<SecondFactorRoutesOptions> = async (app, options) => {
  const {secondFactors, own, rescue, onMailQueued, onSessionEnded} = options
  const schema = {tags: ['account']}
  const params = z.object({id})

  app.get('/api/v0/users/second-factor', {schema: {...schema, response: {200: secondFactorState}}}, async ({viewer}) =>
    secondFactors.stateOf(viewer.userId),
  )

  app.post(
    '/api/v0/users/second-factor/totp',
    {schema: {...schema, body: secondFactorChange, response: {200: totpOffer, ...refusals}}},
    async request => own.offerApp(callerOf(request), request.body),
  )

  app.post(
    '/api/v0/users/second-factor/totp/confirmation',
    {schema: {...schema, body: totpConfirmation, response: {200: recoveryCodes, ...refusals}}},
    async request => confirmed(await own.confirmApp(callerOf(request), request.body.code)),
  )

  app.post(
    '/api/v0/users/second-factor/totp/removal',
    {schema: {...schema, body: secondFactorChange, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      await own.removeApp(callerOf(request), request.body)
      onMailQueued()
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/v0/users/second-factor/passkey',
    {schema: {...schema, body: secondFactorChange, response: {200: passkeyOffer, ...refusals}}},
    async request => own.offerPasskey(callerOf(request), request.body, relyingPartyOf(request)),
  )

  app.post(
    '/api/v0/users/second-factor/passkey/confirmation',
    {schema: {...schema, body: passkeyConfirmation, response: {200: recoveryCodes, ...refusals}}},
    async request => confirmed(await own.confirmPasskey(callerOf(request), request.body, relyingPartyOf(request))),
  )

  app.post(
    '/api/v0/users/second-factor/passkey/removal',
    {schema: {...schema, body: passkeyRemoval, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      await own.removePasskey(callerOf(request), request.body)
      onMailQueued()
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/v0/users/second-factor/recovery-codes',
    {schema: {...schema, body: secondFactorChange, response: {200: recoveryCodes, ...refusals}}},
    async request => {
      const codes = await own.renewRecoveryCodes(callerOf(request), request.body)
      onMailQueued()
      return codes
    },
  )

  app.post(
    '/api/v0/users/second-factor/removal',
    {schema: {...schema, body: secondFactorChange, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      await own.remove(callerOf(request), request.body)
      onMailQueued()
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/api/v0/user/:id/second-factor',
    {schema: {...schema, params, response: {200: secondFactorState, ...refusals}}},
    async ({viewer, params: {id: userId}}) => rescue.stateOf(viewer, userId),
  )

  app.post(
    '/api/v0/user/:id/second-factor/removal',
    {schema: {...schema, params, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      const ended = await rescue.remove(callerOf(request), request.params.id)
      ended.forEach(onSessionEnded)
      onMailQueued()
      return reply.code(204).send(null)
    },
  )

  function confirmed({endedSessionIds, ...codes}: Awaited<ReturnType<OwnSecondFactor['confirmApp']>>) {
    endedSessionIds.forEach(onSessionEnded)
    onMailQueued()
    return codes
  }
}
