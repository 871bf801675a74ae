import {walkRoom} from '../support/gallery'

walkRoom('card')
