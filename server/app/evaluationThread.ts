import {readContainer} from '../digitalAsset/container'
import {serveTasks} from '../evaluation/thread'
import {renderTemplate, tryTemplates} from '../notification/wording/template'
import {judgePicture} from '../picture/judging/judge'

/** All that threads evaluate for the server. */
const tasks = {renderTemplate, tryTemplates, judgePicture, readContainer}

export type EvaluationTasks = typeof tasks

serveTasks(tasks)
