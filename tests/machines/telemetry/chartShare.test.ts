import {describe, expect, it, vi} from 'vitest'
import {createActor, fromPromise, waitFor} from 'xstate'
import {chartShareMachine} from '../../../src/machines/telemetry/chartShare'

const picture = {name: 'chart.png', svg: '<svg/>', width: 10, height: 10}

function createShare(copy: () => Promise<void>, save: () => Promise<void>) {
  const logFailure = vi.fn()
  const share = createActor(
    chartShareMachine.provide({
      actors: {copyText: fromPromise(copy), savePicture: fromPromise(save)},
      actions: {logFailure},
    }),
  ).start()
  return {share, logFailure, reach: (state: string) => waitFor(share, snapshot => snapshot.value === state)}
}
const done = () => Promise.resolve()
const refused = () => Promise.reject(new Error('refused'))

describe('sharing a chart', () => {
  it('copies the link, and says so until that was read', async () => {
    const {share, reach} = createShare(done, done)
    share.send({type: 'link.requested', link: 'https://pulsewall.test'})
    await reach('copied')
    share.send({type: 'outcome.read'})
    await reach('idle')
  })

  it('keeps a link that the browser does not copy, for somebody to copy it', async () => {
    const {share, reach} = createShare(refused, done)
    share.send({type: 'link.requested', link: 'https://pulsewall.test'})
    expect((await reach('notCopied')).context.link).toBe('https://pulsewall.test')
  })

  it('saves one picture at a time', async () => {
    let finish = () => {}
    const save = vi.fn(
      () =>
        new Promise<void>(resolve => {
          finish = resolve
        }),
    )
    const {share, reach} = createShare(done, save)
    share.send({type: 'picture.requested', picture})
    share.send({type: 'picture.requested', picture})
    finish()
    await reach('saved')
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('says that a picture was not saved, and tries again', async () => {
    const {share, reach, logFailure} = createShare(done, refused)
    share.send({type: 'picture.requested', picture})
    await reach('notSaved')
    expect(logFailure).toHaveBeenCalledTimes(1)
    share.send({type: 'picture.requested', picture})
    expect(share.getSnapshot().value).toBe('drawing')
  })
})
