/** The meaning of a message by its topic. */
export type Meaning =
  | {kind: 'telemetry' | 'attributes' | 'claim'}
  | {kind: 'attributeRequest' | 'call'; id: string; answerBy: string}
  | {kind: 'commandAnswer'; number: number}

/** The feeds that a client can subscribe. */
export type Feed = 'sharedAttributes' | 'attributeAnswers' | 'commands' | 'callAnswers' | 'provisionAnswer'

const ME = 'v1/devices/me'
const IDS = '([0-9]{1,10})'

/** The requests of a device, with the filter of the answer. */
const REQUESTS = [
  {
    pattern: new RegExp(`^${ME}/attributes/request/${IDS}$`),
    kind: 'attributeRequest',
    answerBy: `${ME}/attributes/response/+`,
  },
  {pattern: new RegExp(`^v2/a/req/${IDS}$`), kind: 'attributeRequest', answerBy: 'v2/a/res/+'},
  {pattern: new RegExp(`^v2/a/req/j/${IDS}$`), kind: 'attributeRequest', answerBy: 'v2/a/res/j/+'},
  {pattern: new RegExp(`^${ME}/rpc/request/${IDS}$`), kind: 'call', answerBy: `${ME}/rpc/response/+`},
  {pattern: new RegExp(`^v2/r/req/${IDS}$`), kind: 'call', answerBy: 'v2/r/res/+'},
  {pattern: new RegExp(`^v2/r/req/j/${IDS}$`), kind: 'call', answerBy: 'v2/r/res/j/+'},
] as const

const COMMAND_ANSWER = new RegExp(`^(?:${ME}/rpc/response|v2/r/res(?:/j)?)/${IDS}$`)
const MAX_NUMBER = 2 ** 31 - 1

/** Undefined for an unknown topic, such as one with a payload in protobuf. */
export function meaningOf(topic: string): Meaning | undefined {
  switch (topic) {
    case `${ME}/telemetry`:
    case 'v2/t':
    case 'v2/t/j':
      return {kind: 'telemetry'}
    case `${ME}/attributes`:
    case 'v2/a':
    case 'v2/a/j':
      return {kind: 'attributes'}
    case `${ME}/claim`:
      return {kind: 'claim'}
  }
  for (const {pattern, kind, answerBy} of REQUESTS) {
    const [, id] = pattern.exec(topic) ?? []
    if (id !== undefined) return {kind, id, answerBy}
  }
  const number = Number(COMMAND_ANSWER.exec(topic)?.[1])
  return number <= MAX_NUMBER ? {kind: 'commandAnswer', number} : undefined
}

const FILTERS = new Map<string, Feed>([
  [`${ME}/attributes`, 'sharedAttributes'],
  ['v2/a', 'sharedAttributes'],
  ['v2/a/j', 'sharedAttributes'],
  [`${ME}/attributes/response/+`, 'attributeAnswers'],
  ['v2/a/res/+', 'attributeAnswers'],
  ['v2/a/res/j/+', 'attributeAnswers'],
  [`${ME}/rpc/request/+`, 'commands'],
  ['v2/r/req/+', 'commands'],
  ['v2/r/req/j/+', 'commands'],
  [`${ME}/rpc/response/+`, 'callAnswers'],
  ['v2/r/res/+', 'callAnswers'],
  ['v2/r/res/j/+', 'callAnswers'],
])

/** A filter may also name the one answer that its client waits for. */
export function feedOf(filter: string): Feed | undefined {
  const feed = FILTERS.get(filter) ?? FILTERS.get(filter.replace(ONE_ID, '+'))
  return FILTERS.has(filter) || feed === 'attributeAnswers' || feed === 'callAnswers' ? feed : undefined
}

const ONE_ID = new RegExp(`(?<=/)${IDS}$`)

/** The topic of one message to who has subscribed with the filter. */
export const topicFor = (filter: string, id: string | number): string => filter.replace(/\+$/, String(id))

/** A topic that is published on names one thing. */
export const isOneTopic = (topic: string): boolean => topic !== '' && !/[+#\0]/.test(topic)
