import type {IConnectPacket, IPublishPacket, ISubscribePacket, Packet, PacketCmd} from 'mqtt-packet'
import type {Reason} from './reasons'
import {isOneTopic} from './topics'

/** Finds violations of MQTT that `mqtt-packet` lets through. Undefined for a packet that follows the rules. */
export function violationIn(packet: Packet): Reason | undefined {
  if (packet.messageId !== undefined && !(packet.messageId > 0)) return 'protocolError'
  const {properties = {}} = 'properties' in packet ? packet : {}
  return violationOf(packet) ?? violationInProperties(packet.cmd, properties)
}

function violationOf(packet: Packet): Reason | undefined {
  switch (packet.cmd) {
    case 'connect':
      return violationInConnect(packet)
    case 'publish':
      return violationInPublish(packet)
    case 'subscribe':
      return violationInSubscribe(packet)
    case 'unsubscribe':
      if (packet.unsubscriptions.length === 0) return 'protocolError'
      return packet.unsubscriptions.every(isWellFormed) ? undefined : 'malformed'
  }
}

function violationInConnect({clientId, username, password, will, properties, protocolVersion}: IConnectPacket) {
  if (![clientId, username ?? '', will?.topic ?? ''].every(isWellFormed)) return 'malformed'
  if (protocolVersion !== 5 && password !== undefined && username === undefined) return 'malformed'
  if (will?.qos !== undefined && will.qos > 2) return 'malformed'
  if (will !== undefined && !isOneTopic(will.topic)) return 'badTopic'
  if (properties?.authenticationMethod !== undefined) return 'badAuthentication'
  const isNothing = properties?.receiveMaximum === 0 || properties?.maximumPacketSize === 0
  if (isNothing || properties?.authenticationData !== undefined) return 'protocolError'
  return will?.properties && violationInProperties('will', will.properties)
}

function violationInPublish({topic, properties}: IPublishPacket): Reason | undefined {
  if (!isWellFormed(topic)) return 'malformed'
  if (properties?.topicAlias !== undefined) return 'badAlias'
  if (topic === '') return 'protocolError'
  if (!isOneTopic(topic)) return 'badTopic'
  const {responseTopic, subscriptionIdentifier} = properties ?? {}
  if (subscriptionIdentifier !== undefined) return 'protocolError'
  return typeof responseTopic === 'string' && !isOneTopic(responseTopic) ? 'protocolError' : undefined
}

function violationInSubscribe({subscriptions, properties}: ISubscribePacket): Reason | undefined {
  if (subscriptions.length === 0 || properties?.subscriptionIdentifier === 0) return 'protocolError'
  if (!subscriptions.every(({topic}) => isWellFormed(topic))) return 'malformed'
  return subscriptions.some(({topic, nl}) => nl && isShared(topic)) ? 'protocolError' : undefined
}

/** `mqtt-packet` reads bytes that are no UTF-8 as U+FFFD, so a text with it is refused. */
const isWellFormed = (text: unknown) => typeof text === 'string' && !/[\0\ufffd]/.test(text)

export const isShared = (filter: string): boolean => filter.startsWith('$share/')

const OF_MESSAGES = [
  'payloadFormatIndicator',
  'messageExpiryInterval',
  'contentType',
  'responseTopic',
  'correlationData',
]
const OF_CONNECT = [
  ...['sessionExpiryInterval', 'receiveMaximum', 'maximumPacketSize', 'topicAliasMaximum'],
  ...['requestResponseInformation', 'requestProblemInformation'],
]

const USER_PROPERTIES = 'userProperties'
/** The properties besides user properties, which are allowed anywhere. */
const PROPERTIES: {readonly [Kind in PacketCmd | 'will']?: readonly string[]} = {
  connect: OF_CONNECT,
  will: [...OF_MESSAGES, 'willDelayInterval'],
  publish: OF_MESSAGES,
  puback: ['reasonString'],
  pubrec: ['reasonString'],
  pubrel: ['reasonString'],
  pubcomp: ['reasonString'],
  subscribe: ['subscriptionIdentifier'],
  disconnect: ['sessionExpiryInterval', 'reasonString'],
}

function violationInProperties(kind: PacketCmd | 'will', properties: object): Reason | undefined {
  for (const [name, value] of Object.entries(properties)) {
    if (name === USER_PROPERTIES) {
      if (!Object.entries(value).flat(2).every(isWellFormed)) return 'malformed'
      continue
    }
    if (!PROPERTIES[kind]?.includes(name)) return 'malformed'
    // The parser makes a list of a repeated property, and has its own signs for a cut-off packet.
    if (Array.isArray(value)) return 'protocolError'
    if (value === null || value === undefined || value === -1) return 'malformed'
    if (typeof value === 'string' && !isWellFormed(value)) return 'malformed'
  }
  return undefined
}
