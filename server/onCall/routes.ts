import type {FastifyPluginAsync} from 'fastify'
import * as contract from '../../contract/wire/onCall'
import {changeOwnReach, readOwnReach} from '../../contract/wire/people/reach'
import {callerOf} from '../access/viewer'
import {serving} from '../http/serve'
import type {Calendars} from './calendars'
import type {OnCallCommands} from './commands'
import type {OwnReach} from './reach'
import type {OnCallRepository} from './repository'

export interface OnCallOptions {
  rotas: OnCallRepository
  commands: OnCallCommands
  calendars: Calendars
  reach: OwnReach
}

export const onCallRoutes: FastifyPluginAsync<OnCallOptions> = async (app, {rotas, commands, calendars, reach}) => {
  const serve = serving(app, 'on call')
  const refOf = ({id, rotaId}: {id: string; rotaId: string}) => ({organisationId: id, id: rotaId})

  serve(readOwnReach, ({viewer: {userId}}) => reach.find(userId))
  serve(changeOwnReach, request => reach.change(callerOf(request), request.body))
  serve(contract.listRotas, ({params}) => rotas.list(params.id))
  serve(contract.readCalled, ({params}) => rotas.called(params.id))
  serve(contract.createRota, request => commands.create(callerOf(request), request.params.id, request.body))
  serve(contract.changeRota, request => commands.change(callerOf(request), refOf(request.params), request.body))
  serve(contract.removeRota, request => commands.remove(callerOf(request), refOf(request.params)))
  serve(contract.overrideRota, request => commands.override(callerOf(request), refOf(request.params), [request.body]))
  serve(contract.addOverrides, request =>
    commands.override(callerOf(request), refOf(request.params), request.body.overrides),
  )
  serve(contract.issueCalendar, request => commands.issueCalendar(callerOf(request), refOf(request.params)))
  serve(contract.revokeCalendar, request => commands.revokeCalendar(callerOf(request), refOf(request.params)))
  serve({...contract.readCalendar, produces: ['text/calendar']}, async ({params}, reply) => {
    const calendar = await calendars.read(params.rotaId, params.signature)
    return reply.type('text/calendar; charset=utf-8').send(calendar)
  })
  serve(contract.removeOverride, request =>
    commands.removeOverride(callerOf(request), refOf(request.params), request.params.overrideId),
  )
}
