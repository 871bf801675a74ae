/** The commands that the scripts run beside the server. */
export {backUpCommand, restoreCommand} from './backup/commands'
export {doctorCommand} from './doctor/command'
export {learnUsualCommand} from './learnUsual'
export {removeSecondFactorsCommand} from './removeSecondFactors'
