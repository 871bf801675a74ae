/**
 * Loaded into the server's process before the server: the clock of the machine, which a message sets ahead or back as an
 * operator would. Only the time of day is set; `performance.now` and timers go on evenly, as they do then.
 */
let offset = Number(process.env.CLOCK_OFFSET ?? 0)

process.on('message', message => {
  if (typeof message === 'number') offset = message
})
// The server must end although somebody could still send a message.
process.channel?.unref()

const RealDate = Date
const now = () => RealDate.now() + offset

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new Date().toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
