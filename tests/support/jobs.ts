import {expect} from 'vitest'
import type {Job} from '../../server/scheduler'
import {explainFailure} from '../../server/store/failure'

/** Keeps why it has failed. */
export const keepFailures = (failures: string[]): Job => ({
  succeeded() {},
  failed: error => void failures.push(explainFailure(error)),
})

export const MUST_NOT_FAIL: Job = {succeeded() {}, failed: error => expect.unreachable(String(error))}
