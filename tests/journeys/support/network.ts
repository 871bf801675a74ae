import {onTestFinished} from 'vitest'
import {type Network, openNetwork} from '../../support/network'

/** A network that ends with the test. */
export async function startNetwork(to: string): Promise<Network> {
  const network = await openNetwork(to)
  onTestFinished(() => network.close())
  return network
}
