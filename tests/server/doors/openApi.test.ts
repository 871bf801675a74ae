import {expect, it, onTestFinished} from 'vitest'
import {openDoor} from './door'

it('the description of the API is made once, however many ask for it at once, and others are answered', async () => {
  const door = await openDoor({docs: 'everyone'})
  onTestFinished(() => door.world.close())
  const ask = async (form: string) => (await fetch(`${door.origin}/docs/${form}`)).text()
  const asks = Array.from({length: 5}, () => ['json', 'yaml'].map(ask)).flat()
  const [isAlive, texts] = await Promise.all([door.isAlive(), Promise.all(asks)])

  expect([isAlive, new Set(texts).size]).toEqual([true, 2])
  expect(door.world.app.swagger()).toBe(door.world.app.swagger())
})
