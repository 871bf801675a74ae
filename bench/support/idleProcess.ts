import * as z from 'zod'
import {connectByMqtt} from './mqttConnection'

const order = z.object({port: z.number(), token: z.array(z.string()), count: z.number()})

/** Opens connections of devices that then say nothing, some at a time, and tells when all are open. */
process.once('message', async message => {
  const {port, token: tokens, count} = order.parse(message)
  const waiting = Array.from({length: count}, (_, index) => tokens[index % tokens.length] ?? '')
  const open = async () => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
      await connectByMqtt(port, token).connected
    }
  }
  await Promise.all(Array.from({length: 50}, open))
  process.send?.('open')
})
