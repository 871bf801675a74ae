import type {FastifyPluginAsync, FastifyRequest} from 'fastify'
import {ALARM_SHELF_MAX} from '../../contract/limits'
import * as contract from '../../contract/wire/alarm'
import type {EpochMs} from '../../contract/wire/common'
import {callerOf} from '../access/viewer'
import {badRequest} from '../http/failures/errors'
import {serving} from '../http/serve'
import type {AlarmCommands} from './commands'
import type {AlarmCommand} from './store'

export interface AlarmCommandOptions {
  commands: AlarmCommands
  now: () => EpochMs
}

/** Commands of people to an alarm. */
export const alarmCommandRoutes: FastifyPluginAsync<AlarmCommandOptions> = async (app, {commands, now}) => {
  const serve = serving(app, 'alarm')
  const made = ({viewer}: FastifyRequest) => ({by: viewer.email, at: now()})
  const run = (request: FastifyRequest<{Params: {id: string}}>, command: AlarmCommand, version?: number) =>
    commands.run(callerOf(request), request.params.id, command, version)

  serve(contract.commentAlarm, request => commands.comment(callerOf(request), request.params.id, request.body.note))

  serve(contract.acknowledgeAlarm, request => {
    const {note = '', version} = request.body
    return run(request, {type: 'alarm.acknowledged', note, ...made(request)}, version)
  })

  serve(contract.resetAlarm, request => run(request, {type: 'alarm.reset', ...made(request)}))

  serve(contract.shelveAlarm, request => {
    const {until, reason} = request.body
    const {by, at} = made(request)
    if (until <= at || until > at + ALARM_SHELF_MAX) throw badRequest('until: must be within the next seven days')
    return run(request, {type: 'alarm.shelved', shelf: {until, by, reason}, at})
  })

  serve(contract.unshelveAlarm, request => run(request, {type: 'alarm.unshelved', ...made(request)}))

  serve(contract.takeOutOfService, request =>
    run(request, {type: 'service.left', reason: request.body.reason, ...made(request)}),
  )

  serve(contract.returnToService, request => run(request, {type: 'service.returned', ...made(request)}))
}
