import * as routes from '../../../contract/wire/entities/command'
import type {Command, CommandRequest} from '../../domain/console/command'
import type {Http, Options} from '../http'

/** The newest first, from a server with additions. */
export async function loadCommands(
  http: Http,
  {deviceId}: {deviceId: string},
  options: Options = {},
): Promise<readonly Command[]> {
  const {commands} = await http.call(routes.listCommands, {params: {id: deviceId}, ...options})
  return commands.map(found => fromWire(found, http.clock))
}

/** Resolves when it is known what has become of the command. */
export async function sendCommand(
  http: Http,
  {deviceId, request}: {deviceId: string; request: CommandRequest},
  options: Options = {},
): Promise<Command> {
  const {method, params, timeout, isOneWay} = request
  const body = {method, params, timeout, one_way: isOneWay}
  return fromWire(await http.call(routes.sendCommand, {params: {id: deviceId}, body, ...options}), http.clock)
}

const fromWire = (wire: routes.CommandWire, {toClient}: Http['clock']): Command => ({
  number: wire.number,
  method: wire.method,
  params: wire.params,
  isOneWay: wire.one_way,
  state: wire.state,
  sentBy: wire.sent_by,
  createdAt: toClient(wire.createdAt),
  answer: wire.answer,
  reason: wire.reason,
  isDelivered: wire.sent_at !== null,
})
