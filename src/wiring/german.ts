import type {Translation} from '../domain/language'
import {german as timeRange} from '../ui/kit/timeRange/texts.de'
import {german as shell} from '../ui/shell/texts.de'

/** The texts of every area in German, loaded by those who want German. */
export const german: Translation = {'kit.timeRange': timeRange, shell}
