import { SEGMENTS_MAX } from '@agora/contract/features/broadcasts/broadcasts.rules';
import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    broadcast_not_found: 'This notification is gone.',
    notification_not_found: 'This notification is gone.',
    broadcast_incomplete: 'Choose the recipients, and write a title and a text first.',
    audience_empty: 'No reachable devices: change the recipients.',
    segment_not_found: 'This segment no longer exists.',
    segment_unknown: 'This segment no longer exists: choose other recipients.',
    segment_name_taken: 'There is already a segment of this name.',
    segment_scheduled:
      'A scheduled notification uses this segment: only somebody who may send can change its rules.',
    segment_in_use:
      'A notification that has not been sent uses this segment: choose other recipients there first.',
    too_many_segments: `There are ${SEGMENTS_MAX} segments, the maximum: erase one first.`,
    audience_changed: 'The number of devices has changed: check it again.',
    already_pushed: 'This content already has its notification, sent or scheduled: it can have only one.',
    source_unknown: 'The content this notification announces doesn’t exist.',
    link_unknown: 'There is no such article.',
    push_target_gone:
      'Members can’t see the content this notification announces, or the page it opens: publish it, or change the link.',
    link_not_allowed: 'Enter a path in the app, such as /news, or an https address of an approved site',
  },
  fr: {
    broadcast_not_found: 'Cette notification n’existe plus.',
    notification_not_found: 'Cette notification n’existe plus.',
    broadcast_incomplete: 'Choisissez d’abord les destinataires, puis écrivez un titre et un texte.',
    audience_empty: 'Aucun appareil joignable : changez les destinataires.',
    segment_not_found: 'Ce segment n’existe plus.',
    segment_unknown: 'Ce segment n’existe plus : choisissez d’autres destinataires.',
    segment_name_taken: 'Un segment porte déjà ce nom.',
    segment_scheduled:
      'Une notification programmée utilise ce segment : seule une personne qui peut envoyer peut en changer les critères.',
    segment_in_use:
      'Une notification pas encore envoyée utilise ce segment : choisissez-y d’abord d’autres destinataires.',
    too_many_segments: `Il y a ${SEGMENTS_MAX} segments, le maximum : effacez-en un d’abord.`,
    audience_changed: 'Le nombre d’appareils a changé entre-temps : vérifiez-le à nouveau.',
    already_pushed: 'Ce contenu a déjà sa notification, envoyée ou programmée : une seule est possible.',
    source_unknown: 'Le contenu annoncé par cette notification n’existe pas.',
    link_unknown: 'Cet article n’existe pas.',
    push_target_gone:
      'Les membres ne voient pas le contenu annoncé, ou la page à ouvrir : publiez-le, ou changez le lien.',
    link_not_allowed:
      'Indiquez un chemin de l’application, comme /news, ou une adresse https d’un site autorisé',
  },
});
