import type {FastifyPluginAsync} from 'fastify'
import {COMMAND_BYTES} from '../../contract/limits'
import {type EpochMs, errorBody, json} from '../../contract/wire/common'
import {type CommandWire, listCommands, sendCommand} from '../../contract/wire/entities/command'
import {callerOf} from '../access/viewer'
import {noSuch, refusals} from '../http/failures/errors'
import {untilClosed} from '../http/failures/waiting'
import {serving} from '../http/serve'
import type {CommandDelivery} from './delivery'
import {type Command, type CommandRef, type CommandRepository, stateAt} from './repository'

export interface CommandOptions {
  commands: Pick<CommandRepository, 'queue' | 'list'>
  delivery: Pick<CommandDelivery, 'finished'>
  publish: (command: CommandRef) => void
  now: () => EpochMs
}

export const commandRoutes: FastifyPluginAsync<CommandOptions> = async (app, options) => {
  const {commands, delivery, publish, now} = options
  const serve = serving(app, 'device')

  serve(
    {
      ...sendCommand,
      description: 'Answers when the device has answered or refused the command, or when its time is over.',
      refusals: {413: errorBody, ...refusals},
      options: {bodyLimit: COMMAND_BYTES},
    },
    async (request, reply) => {
      const {method, params, timeout, one_way: isOneWay} = request.body
      const asked = {method, params, timeout, isOneWay}
      const queued = await commands.queue(callerOf(request), request.params.id, asked)
      publish(queued)
      // It waits for the device from here on, and must not hold up others of its organisation.
      request.leaveLane?.()
      const finished = await delivery.finished(queued, untilClosed(reply))
      if (finished === undefined) throw noSuch('device')
      return toWire(finished, now())
    },
  )

  serve(listCommands, async ({params}) => ({
    commands: (await commands.list(params.id)).map(found => toWire(found, now())),
  }))
}

function toWire(found: Command, at: EpochMs): CommandWire {
  const {number, method, sentBy, createdAt, expiresAt, sentAt, answeredAt, answer, reason} = found
  return {
    number,
    method,
    createdAt,
    reason,
    params: json.parse(JSON.parse(found.params)),
    one_way: found.isOneWay,
    state: stateAt(found, at),
    sent_by: sentBy,
    expires_at: expiresAt,
    sent_at: sentAt,
    answered_at: answeredAt,
    ...(answer === null ? {} : {answer: json.parse(JSON.parse(answer))}),
  }
}
