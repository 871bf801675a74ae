import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {ALARM_SHELF_MAX} from '../../contract/limits'
import {
  acknowledgeBody,
  alarm,
  commentBody,
  leaveServiceBody,
  resetBody,
  returnToServiceBody,
  shelveBody,
  unshelveBody,
} from '../../contract/wire/alarm'
import {type EpochMs, id} from '../../contract/wire/common'
import {type Caller, callerOf} from '../access/viewer'
import {badRequest, refusals} from '../http/errors'
import type {AlarmCommands} from './commands'
import type {AlarmCommand} from './store'

export interface AlarmCommandOptions {
  commands: AlarmCommands
  now: () => EpochMs
}

/** What people do to an alarm. These calls are additions to the specified ones. */
export const alarmCommandRoutes: FastifyPluginAsyncZod<AlarmCommandOptions> = async (app, {commands, now}) => {
  const url = '/api/v0/alarm/:id'
  const schema = {tags: ['alarm'], params: z.object({id}), response: {200: alarm, ...refusals}}
  const madeBy = ({email}: Caller): Made => ({by: email, at: now()})

  app.post(`${url}/comment`, {schema: {...schema, body: commentBody}}, async request =>
    commands.comment(callerOf(request), request.params.id, request.body.note),
  )

  app.post(`${url}/acknowledge`, {schema: {...schema, body: acknowledgeBody}}, async request => {
    const caller = callerOf(request)
    const {note = '', version} = request.body
    const command = {type: 'alarm.acknowledged', note, ...madeBy(caller)} as const
    return commands.run(caller, request.params.id, command, version)
  })

  // Fastify has already validated the body with this schema. It is parsed again only to give it its type.
  function command<Body>(name: string, body: z.ZodMiniType<Body>, commandOf: (body: Body, made: Made) => AlarmCommand) {
    app.post(`${url}/${name}`, {schema: {...schema, body}}, async request => {
      const caller = callerOf(request)
      return commands.run(caller, request.params.id, commandOf(body.parse(request.body), madeBy(caller)))
    })
  }

  command('reset', resetBody, (_body, made) => ({type: 'alarm.reset', ...made}))
  command('shelve', shelveBody, ({until, reason}, {by, at}) => {
    if (until <= at || until > at + ALARM_SHELF_MAX) throw badRequest('until: must be within the next seven days')
    return {type: 'alarm.shelved', shelf: {until, by, reason}, at}
  })
  command('unshelve', unshelveBody, (_body, made) => ({type: 'alarm.unshelved', ...made}))
  command('out-of-service', leaveServiceBody, ({reason}, made) => ({type: 'service.left', reason, ...made}))
  command('return-to-service', returnToServiceBody, (_body, made) => ({type: 'service.returned', ...made}))
}

/** Who makes a command, and when. */
interface Made {
  by: string
  at: EpochMs
}
