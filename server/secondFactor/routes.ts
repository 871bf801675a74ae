import type {FastifyPluginAsync} from 'fastify'
import * as contract from '../../contract/wire/people/secondFactor'
import {callerOf} from '../access/viewer'
import {relyingPartyOf} from '../http/browser/relyingParty'
import {serving} from '../http/serve'
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

export const secondFactorRoutes: FastifyPluginAsync<SecondFactorRoutesOptions> = async (app, options) => {
  const {secondFactors, own, rescue, onMailQueued, onSessionEnded} = options
  const serve = serving(app, 'account')

  serve({...contract.readSecondFactor, refusals: {}}, ({viewer}) => secondFactors.stateOf(viewer.userId))

  serve(contract.offerTotp, request => own.offerApp(callerOf(request), request.body))

  serve(contract.confirmTotp, async request => confirmed(await own.confirmApp(callerOf(request), request.body.code)))

  serve(contract.removeTotp, async request => {
    await own.removeApp(callerOf(request), request.body)
    onMailQueued()
  })

  serve(contract.offerPasskey, request => own.offerPasskey(callerOf(request), request.body, relyingPartyOf(request)))

  serve(contract.confirmPasskey, async request =>
    confirmed(await own.confirmPasskey(callerOf(request), request.body, relyingPartyOf(request))),
  )

  serve(contract.removePasskey, async request => {
    await own.removePasskey(callerOf(request), request.body)
    onMailQueued()
  })

  serve(contract.renewRecoveryCodes, async request => {
    const codes = await own.renewRecoveryCodes(callerOf(request), request.body)
    onMailQueued()
    return codes
  })

  serve(contract.removeSecondFactor, async request => {
    await own.remove(callerOf(request), request.body)
    onMailQueued()
  })

  serve(contract.readSecondFactorOf, ({viewer, params}) => rescue.stateOf(viewer, params.id))

  serve(contract.removeSecondFactorOf, async request => {
    const ended = await rescue.remove(callerOf(request), request.params.id)
    ended.forEach(onSessionEnded)
    onMailQueued()
  })

  function confirmed({endedSessionIds, ...codes}: Awaited<ReturnType<OwnSecondFactor['confirmApp']>>) {
    endedSessionIds.forEach(onSessionEnded)
    onMailQueued()
    return codes
  }
}
