import {it} from 'vitest'
import {IS_QUICK} from './tier'

/** A test of the deep tier in a file whose story is quick. */
export const deep = it.skipIf(IS_QUICK)
