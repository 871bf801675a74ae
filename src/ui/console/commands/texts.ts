import {textsOf} from '../../../domain/language'

export const texts = textsOf('console.commands', {
  title: 'Commands',
  loading: 'Loading commands…',
  method: 'Method',
  params: 'Parameters (JSON)',
  timeout: 'Wait for',
  seconds: (seconds: number) => `${seconds} s`,
  oneWay: 'One way: the device does not answer',
  send: 'Send',
  sending: 'Waiting for the device…',
  stopWaiting: 'Stop waiting',
  none: 'No commands yet.',
  list: 'The newest commands',
  states: {queued: 'queued', sent: 'sent', answered: 'answered', failed: 'failed', expired: 'no answer'},
  answer: 'Answer:',
  failed: 'The device has refused it.',
  noAnswerRequested: 'The device has got it.',
  notTaken: 'Its time passed before the device took it.',
  outcomes: {
    queued: 'Waits for the device to take it.',
    sent: 'The device has got it and has not answered yet.',
    expired: 'Its time passed before the device answered.',
  },
  ago: (age: string) => `${age} ago`,
})
