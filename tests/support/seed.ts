import fc from 'fast-check'
import {numberOf, SEED} from './tier'

fc.configureGlobal({...fc.readConfigureGlobal(), seed: numberOf(SEED) | 0})
