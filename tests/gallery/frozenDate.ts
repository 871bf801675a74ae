import {NOW} from './world'

const RealDate = Date

/** Every picture is taken at the same time, however late it is. Imported before all that asks for the time. */
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [NOW] : given, newTarget),
  apply: () => new RealDate(NOW).toString(),
  get: (target, name, receiver) => (name === 'now' ? () => NOW : Reflect.get(target, name, receiver)),
})
