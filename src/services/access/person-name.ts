/** Names are not unique, and people choose their own: the address tells them apart. */
export function nameOfPerson(name: string, email: string | null | undefined): string {
  return email && email !== name ? `${name} (${email})` : name;
}
